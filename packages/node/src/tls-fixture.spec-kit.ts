/**
 * A self-signed certificate for `localhost`, `127.0.0.1` and `venue.test`, valid until 2126, and its key. It guards nothing.
 * Made by: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj "/CN=depthwire test"
 * -addext "subjectAltName=DNS:localhost,IP:127.0.0.1,DNS:venue.test" -keyout key.pem -out cert.pem
 */
export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6gvnV5wXEEdtQ7FW
CyRH0UxtqWWEIUJNfiYsVY7AmiqhRANCAAQskeaxm95UzcvwuxmmZiLeReitzZI9
DzJVDQV8YhukrHVV4VhAeroQe5fD8loUEEodhwOmRW9E0Voogfmixx3Q
-----END PRIVATE KEY-----
`;

/** See {@link testKey}. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
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
`;
