/** Last words of names whose values are credentials. */
const secretWords = new Set(
  (
    'pass passwd password pwd passphrase passcode passkey pin otp totp token secret secrets ' +
    'credential credentials cred creds authorization auth cookie signature sig hmac jwt sas psk bearer'
  ).split(' '),
);

/** Words that make a `key` a credential. An issue or a partition has a key, too. */
const keyWords = new Set(
  (
    'api access private routing integration service secret auth signing signature encryption account ' +
    'shared subscription function host master storage license deploy ingest write admin app client'
  ).split(' '),
);

const oneWordName =
  /^(?:(?:auth|access|api|bot|refresh|bearer|session|client|user|app|admin|db|web)(?:token|secret|passwd|password|pwd)|(?:api|access|auth|secret|private|account)key)$/;

/** Words behind the secret one that change nothing, as in `X-Hub-Signature-256` or `tokenValue`. */
const trailing = /^(?:\d+|value|string|text|hash|md5|sha\d*|v\d+)$/;

/** Whether the name indicates a credential. Splits names at hyphens, dots and capitals. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  while (words.length > 1 && trailing.test(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  if (secretWords.has(last) || oneWordName.test(last)) return true;
  return last === 'key' && keyWords.has(words.at(-2) ?? '');
}
