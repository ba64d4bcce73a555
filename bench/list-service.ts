/**
 * Serves a list of webhooks at any API root, as a separate process. Names and URLs differ, ten webhooks share
 * a template; each has about 800 bytes. At API roots of two parts, such as `/team/3`, every tenth URL differs
 * from those of the other roots of the first part.
 *
 * Arguments: COUNT
 */
import { createServer } from 'node:http';

const count = Number(process.argv[2] ?? 10_000);

const webhook = (index: number, installation: string, site: string) => ({
  id: index + 1,
  name: `Payments ${installation} ${index} – on call`,
  url: `https://hooks.example/services/${index % 10 === 0 ? site : installation}/${index}`,
  method: 'POST',
  enabled: true,
  http_headers: [
    {
      http_header_id: index * 2,
      http_header_key: 'Content-Type',
      http_header_value: 'application/json',
    },
    {
      http_header_id: index * 2 + 1,
      http_header_key: 'X-Team',
      http_header_value: `t${index % 9}`,
    },
  ],
  payload_template: `{"text": "%AlertName% ${installation} ${Math.floor(index / 10)}", "more": "${'x'.repeat(280)}"}`,
  low_alert: true,
  medium_alert: true,
  high_alert: true,
  cleared_alert: false,
  payload_type: 'ALERT',
});

/** In UTF-8 by API root: to write a long list takes longer than to read it. */
const written = new Map<string, Buffer>();
function listOf(root: string): Buffer {
  const [, installation = '', site = installation] = root.split('/');
  const list = Array.from({ length: count }, (_, index) => webhook(index, installation, site));
  return Buffer.from(JSON.stringify(list));
}

const server = createServer((request, response) => {
  const root = (request.url ?? '').replace(/\/webhook.*$/, '');
  const body = written.get(root) ?? listOf(root);
  written.set(root, body);
  response.setHeader('content-type', 'application/json');
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('There is no port.');
  console.log(`http://127.0.0.1:${address.port}`);
});
process.stdin.on('end', () => process.exit()).resume();
