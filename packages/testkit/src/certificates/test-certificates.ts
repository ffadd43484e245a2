/** A certificate with its key. They guard nothing. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Self-signed, for `localhost` and `127.0.0.1`; it was valid in 2020.
 * Made by: openssl ca -selfsign -startdate 20200101000000Z -enddate 20210101000000Z, from a request with CN=depthwire test.
 */
export const expiredCertificate: TestCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghvq5/BKjpwmeSg9x
/unOsLU+WsfjeJbPOmsKlakmMWahRANCAARCrSTdCzvJ1qNGi4dS4Cuty5uyH2xL
fo4K/VSHOB4vEK1hVbFyQpL1sgQgZv3y9XA/8+OxwzUiLoUkcwTx2diT
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBXzCCAQSgAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5kZXB0aHdp
cmUgdGVzdDAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBkxFzAVBgNV
BAMMDmRlcHRod2lyZSB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEQq0k
3Qs7ydajRouHUuArrcubsh9sS36OCv1UhzgeLxCtYVWxckKS9bIEIGb98vVwP/Pj
scM1Ii6FJHME8dnYk6M9MDswGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMB0G
A1UdDgQWBBTLS56kUKKtHB/hcF2Cb1LZyze7QDAKBggqhkjOPQQDAgNJADBGAiEA
o51ul3Md0mJAQAD9B7ylV4A/2ja3aE7sV8C3WhheEx8CIQC/aXRWBCcSsZh7PISO
MEaqVog1G9l1h4PdPnxSXcmotg==
-----END CERTIFICATE-----
`,
};

/** Self-signed, for `localhost` and `127.0.0.1`; valid until 2126. Made by: openssl req -x509 -days 36500 -subj "/CN=depthwire test". */
export const selfSignedCertificate: TestCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6gvnV5wXEEdtQ7FW
CyRH0UxtqWWEIUJNfiYsVY7AmiqhRANCAAQskeaxm95UzcvwuxmmZiLeReitzZI9
DzJVDQV8YhukrHVV4VhAeroQe5fD8loUEEodhwOmRW9E0Voogfmixx3Q
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBsTCCAVegAwIBAgIUBFYDMUTTqLfSSngV3x4StGYZ/hcwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOZGVwdGh3aXJlIHRlc3QwIBcNMjYxMTIxMDQzMTQ2WhgPMjEy
NjEwMjgwNDMxNDZaMBkxFzAVBgNVBAMMDmRlcHRod2lyZSB0ZXN0MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAELJHmsZveVM3L8LsZpmYi3kXorc2SPQ8yVQ0FfGIb
pKx1VeFYQHq6EHuXw/JaFBBKHYcDpkVvRNFaKIH5oscd0KN7MHkwHQYDVR0OBBYE
FB8zn7sQfOiujmlBTEkARBx74IjJMB8GA1UdIwQYMBaAFB8zn7sQfOiujmlBTEkA
RBx74IjJMA8GA1UdEwEB/wQFMAMBAf8wJgYDVR0RBB8wHYIJbG9jYWxob3N0hwR/
AAABggp2ZW51ZS50ZXN0MAoGCCqGSM49BAMCA0gAMEUCIQDHxwjngfXOOg+6J5+d
aQTXZ/O+J9y0TYd7NzTuRSLw7gIgAIyZc71tXdYnFEkRv2NabG88f3C9GBRKQNpG
I5c3SEw=
-----END CERTIFICATE-----
`,
};
