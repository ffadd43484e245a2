import { createPrivateKey, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { expiredCertificate, selfSignedCertificate } from "./test-certificates.js";

test.each([
  ["expired", expiredCertificate, 2020, 2021],
  ["self-signed", selfSignedCertificate, 2026, 2126],
])("the %s certificate is its key's, for loopback, and valid in the years that it says", (_, pair, from, to) => {
  const certificate = new X509Certificate(pair.cert);
  expect(certificate.checkPrivateKey(createPrivateKey(pair.key))).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkHost("localhost")).toBe("localhost");
  expect(certificate.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect([certificate.validFrom, certificate.validTo].map((time) => new Date(time).getUTCFullYear())).toEqual([
    from,
    to,
  ]);
});
