// A fake of the service program: prints its address, or fails as FAKE says.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const value = (option: string): string => process.argv[process.argv.indexOf(option) + 1] ?? '';
const token = process.env.WEBHOOK_SERVICE_AUTH_TOKEN ?? randomUUID();
const manner = process.env.FAKE ?? '';

if (manner === 'stubborn') process.on('SIGTERM', () => undefined);
if (manner === 'silent' || manner === 'stubborn-silent') setInterval(() => undefined, 1_000);
else if (manner === 'dies') {
  process.stderr.write(`cannot start\n`);
  process.exitCode = 1;
} else if (manner === 'mumbles') {
  process.stdout.write('hello\n');
  setInterval(() => undefined, 1_000);
} else {
  const server = createServer((request, response) => {
    if (request.url === '/end') process.exit(3);
    const { argv, env, pid } = process;
    response.end(JSON.stringify({ args: argv.slice(2), token, env: Object.values(env), pid }));
  });
  server.on('error', () => process.exit(1));
  server.listen(Number(value('--port')), '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    process.stdout.write(`Fake service, variant ${value('--variant')}, at http://127.0.0.1:`);
    process.stdout.write(`${String(port)}/api/root/\nAuth token: ${token}\nand more\n`);
  });
}
