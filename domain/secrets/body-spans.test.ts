import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodySpans } from './body-spans.ts';
import { isSecretName } from './sensitive-names.ts';
import { textOf } from './span.ts';

const shown = (text: string): string =>
  bodySpans(text)
    .map((span) => (span.secretName === null ? span.text : '<secret>'))
    .join('');

describe('names', () => {
  it.each([
    'pass',
    'passwd',
    'pwd',
    'PIN',
    'passphrase',
    'X-Pass',
    'db.password',
    'userPassword',
    'otp',
    'api_key',
    'apiKey',
    'X-Api-Key',
    'APIKEY',
    'access-key',
    'AccountKey',
    'secretAccessKey',
    'token',
    'accessToken',
    'bot_token',
    'tokenValue',
    'client_secret',
    'clientsecret',
    'hmac',
    'X-Hub-Signature-256',
    'routing_key',
    'Authorization',
    'set-cookie',
    'sas',
    'jwt',
    'creds',
  ])('such as %s indicate a secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    'id',
    'user',
    'userId',
    'username',
    'key',
    'issue_key',
    'partition-key',
    'dedup_key',
    'author',
    'compass',
    'passenger',
    'pins',
    'pinned',
    'mapping',
    'shipping',
    'spin',
    'signal',
    'assignee',
    'token_type',
    'max_tokens_count',
    'password_policy',
    'authority',
    'pass_count',
    'keyboard',
    'text',
    'title',
    'team',
    'severity',
    'priority',
    'Content-Type',
    'X-Request-Id',
    '',
  ])('such as %s indicate no secret', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('assignments in a payload', () => {
  it.each([
    ['{"pass": "abc", "x": 1}', '{"pass": "<secret>", "x": 1}'],
    ['{"pin": 4711, "count": 4712}', '{"pin": <secret>, "count": 4712}'],
    ["{'passphrase': 'three blind mice'}", "{'passphrase': '<secret>'}"],
    [String.raw`{"a": "{\"token\": \"abc\"}"}`, String.raw`{"a": "{\"token\": \"<secret>\"}"}`],
    ['{"Authorization": "Bearer abc"}', '{"Authorization": "Bearer <secret>"}'],
    ['<auth user="ops" password="abc"/>', '<auth user="ops" password="<secret>"/>'],
    ["<a pwd='x y'>", "<a pwd='<secret>'>"],
    ['<ns:password>abc</ns:password>', '<ns:password><secret></ns:password>'],
    ['<apiKey><![CDATA[abc]]></apiKey>', '<apiKey><![CDATA[<secret>]]></apiKey>'],
    ['user: ops\npassword: three blind mice\n', 'user: ops\npassword: <secret>\n'],
    ['- api_key: "abc"\n  text: b', '- api_key: "<secret>"\n  text: b'],
    ['user=ops&passwd=abc&text=b', 'user=ops&passwd=<secret>&text=b'],
    ['AccountName=ops;AccountKey=abc==;x=y', 'AccountName=ops;AccountKey=<secret>;x=y'],
    ['Authorization: Basic b3BzOmFiYw==', 'Authorization: Basic <secret>'],
    ["curl -H 'X-Api-Key: abc' -d 'a'", "curl -H 'X-Api-Key: <secret>' -d 'a'"],
    ['{"text": "use token=abc now"}', '{"text": "use token=<secret> now"}'],
    ['password = abc', 'password = <secret>'],
  ])('%s', (body, expected) => {
    expect(shown(body)).toBe(expected);
  });

  it.each([
    '{"user": "ops", "userId": "0815", "id": "INC0012345", "key": "OPS-17"}',
    '{"token_type": "bearer", "pin": false, "password": null, "secret": ""}',
    '<user id="4711" name="anna"/>',
    'user: anna\nteam: dba\nshift: night',
    'user=anna&id=4711&text=a',
    '{"dedup_key": "%AlertID%", "author": "anna"}',
    'Bypass: on; compass: north',
  ])('%s contains no secret', (body) => {
    expect(shown(body)).toBe(body);
  });
});

it('the spans of any text join to the same text, in linear time', () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    '\\"',
    'pin',
    'token',
    ':',
    '=',
    ' ',
    '<',
    '>',
    '/',
    '\n',
    '&',
    'x',
    '[CDATA[',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (all) => {
      expect(textOf(bodySpans(all.join('')))).toBe(all.join(''));
    }),
    { numRuns: 2_000 },
  );
  for (const each of ['"', '<a ', 'token=', 'token:', '"token":"', '<pin>', 'a', ' ', '\\"pin']) {
    const text = each.repeat(100_000);
    expect(textOf(bodySpans(text)) === text).toBe(true);
  }
});
