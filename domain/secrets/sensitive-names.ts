const sensitiveName =
  /auth|token|secret|passw|credential|cookie|signature|session|(^|[-_])(api|access|private|routing|integration|service)?-?_?key($|[-_])|bearer/i;

/** A challenge to authenticate holds no credential. RFC 9110 §11.6.1, §11.7.1. */
const challengeName = /^(?:www|proxy)-authenticate$/i;

/** Whether a header or a parameter of a URL with this name has a secret, in a request or a response. */
export const isSensitiveName = (name: string): boolean =>
  (sensitiveName.test(name) || isSecretName(name)) && !challengeName.test(name);

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
const ignoredLastWord = /^(?:\d+|value|string|text|hash|md5|sha\d*|v\d+)$/;

/** For members of a payload: whether the last word is one for credentials. Splits at hyphens, dots and capitals. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  while (words.length > 1 && ignoredLastWord.test(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  if (secretWords.has(last) || oneWordName.test(last)) return true;
  return last === 'key' && keyWords.has(words.at(-2) ?? '');
}
