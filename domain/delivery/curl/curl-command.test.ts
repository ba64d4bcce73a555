import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeliveryRequest } from '../delivery-request.ts';
import { anyRequest, hardRequests, requestTo } from '../testing/requests.ts';
import { curlCommand } from './curl-command.ts';

// Tests the text of the commands. posix.test.ts and powershell.test.ts run the commands.
const request: DeliveryRequest = {
  method: 'POST',
  url: 'https://hooks.slack.com/services/T0/B0/canary-url#part',
  headers: [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Authorization', value: 'Bearer canary-header' },
    { name: 'X-Empty', value: '' },
  ],
  body: '{\n  "text": "it\'s HIGH",\n  "routing_key": "canary-body"\n}',
};

test('a POSIX command with secrets shown', () => {
  expect(curlCommand(request, { shell: 'posix', secrets: 'shown' })).toBe(
    String.raw`curl --request POST \
  --url 'https://hooks.slack.com/services/T0/B0/canary-url' \
  --header 'Content-Type: application/json' \
  --header 'Authorization: Bearer canary-header' \
  --header 'X-Empty;' \
  --header 'Expect:' \
  --globoff \
  --include \
  --max-time 15 \
  --data-raw '{
  "text": "it'\''s HIGH",
  "routing_key": "canary-body"
}'`,
  );
});

test('a POSIX command with secrets masked', () => {
  expect(curlCommand(request, { shell: 'posix', secrets: 'masked', timeoutSeconds: 5 })).toBe(
    String.raw`: "${'$'}{WEBHOOK_SECRET_1:?set it to the secret in the path of the URL}" \
  "${'$'}{WEBHOOK_SECRET_2:?set it to what follows Bearer in the header Authorization}" \
  "${'$'}{WEBHOOK_SECRET_3:?set it to the routing_key of the payload}" &&
curl --request POST \
  --url 'https://hooks.slack.com/services/'"$WEBHOOK_SECRET_1" \
  --header 'Content-Type: application/json' \
  --header 'Authorization: Bearer '"$WEBHOOK_SECRET_2" \
  --header 'X-Empty;' \
  --header 'Expect:' \
  --globoff \
  --include \
  --max-time 5 \
  --data-raw '{
  "text": "it'\''s HIGH",
  "routing_key": "'"$WEBHOOK_SECRET_3"'"
}'`,
  );
});

test('a PowerShell command with secrets masked', () => {
  expect(curlCommand(request, { shell: 'powershell', secrets: 'masked' })).toBe(
    [
      '& {',
      '  $secret1 = $env:WEBHOOK_SECRET_1',
      "  if (-not $secret1) { throw 'Set $env:WEBHOOK_SECRET_1 to the secret in the path of the URL.' }",
      '  $secret2 = $env:WEBHOOK_SECRET_2',
      "  if (-not $secret2) { throw 'Set $env:WEBHOOK_SECRET_2 to what follows Bearer in the header Authorization.' }",
      '  $secret3 = $env:WEBHOOK_SECRET_3',
      "  if (-not $secret3) { throw 'Set $env:WEBHOOK_SECRET_3 to the routing_key of the payload.' }",
      '  $options = [IO.Path]::GetTempFileName()',
      '  $body = [IO.Path]::GetTempFileName()',
      '  try {',
      '    [IO.File]::WriteAllText($options, (@(',
      `      'request = "POST"'`,
      String.raw`      'url = "https://hooks.slack.com/services/' + $secret1.Replace('\', '\\').Replace('"', '\"') + '"'`,
      `      'header = "Content-Type: application/json"'`,
      String.raw`      'header = "Authorization: Bearer ' + $secret2.Replace('\', '\\').Replace('"', '\"') + '"'`,
      `      'header = "X-Empty;"'`,
      `      'header = "Expect:"'`,
      `      'globoff'`,
      `      'include'`,
      `      'max-time = "15"'`,
      '    ) -join "`n"))',
      '    [IO.File]::WriteAllText($body, (@(',
      "      '{'",
      `      '  "text": "it''s HIGH",'`,
      `      '  "routing_key": "' + $secret3 + '"'`,
      "      '}'",
      '    ) -join "`n"))',
      '    curl.exe --config $options --data-binary "@$body"',
      '  } finally { Remove-Item -LiteralPath $options, $body }',
      '}',
    ].join('\n'),
  );
});

test('a secret that occurs in two places is requested once', () => {
  const headers = [
    { name: 'X-Api-Key', value: 'same' },
    { name: 'X-Token', value: 'same' },
  ];
  const command = curlCommand({ ...request, headers }, { shell: 'posix', secrets: 'masked' });
  expect(command.match(/"\$WEBHOOK_SECRET_2"/g)).toHaveLength(2);
  expect(command).not.toContain('same');
});

test('special characters of a header name are replaced in the message about its value', () => {
  const headers = [{ name: "X-Token-$`'|!", value: 'canary' }];
  for (const shell of ['posix', 'powershell'] as const) {
    const command = curlCommand({ ...request, headers }, { shell, secrets: 'masked' });
    expect(command).toContain('to the value of the header X-Token-_____');
  }
});

describe('a request that HTTP cannot send', () => {
  test.each<[Partial<DeliveryRequest>, string]>([
    [{ method: '' }, 'The webhook has no method.'],
    [{ url: 'file:///etc/passwd' }, 'The URL is not an http or https URL.'],
    [
      { headers: [{ name: "X-'", value: 'a\r\nb' }] },
      'The header X-_ has a line break or control character.',
    ],
  ])('with %j is not sent, and the command prints the reason', (changes, reason) => {
    const odd = { ...request, ...changes };
    expect(curlCommand(odd, { shell: 'posix', secrets: 'shown' })).toBe(
      `echo 'Nothing is sent. ${reason}' >&2`,
    );
    expect(curlCommand(odd, { shell: 'powershell', secrets: 'shown' })).toBe(
      `Write-Error 'Nothing is sent. ${reason}'`,
    );
  });
});

describe('a command for a prompt', () => {
  const commands = fc
    .oneof(
      anyRequest,
      fc.constantFrom(
        ...hardRequests.map(([, one]) => one).filter(({ body = '' }) => body.length < 1e5),
      ),
    )
    .map((one) =>
      curlCommand(requestTo('http://127.0.0.1', one), { shell: 'posix', secrets: 'shown' }),
    );

  test('contains no control character except line feeds', () => {
    fc.assert(
      fc.property(commands, (command) => {
        expect(command).not.toMatch(/(?!\n)\p{Cc}/u);
      }),
      { numRuns: 1_000 },
    );
  });

  test('has no ! in a line that begins inside a quote, because Bash before 5.0 expands it', () => {
    fc.assert(
      fc.property(commands, (command) => {
        let isOpen = false;
        for (const line of command.split('\n')) {
          const end = isOpen ? line.search(/'|$/) : 0;
          expect(line.slice(0, end)).not.toContain('!');
          const quotes = line.replaceAll(String.raw`\'`, '').match(/'/g)?.length ?? 0;
          isOpen = quotes % 2 === 0 ? isOpen : !isOpen;
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
