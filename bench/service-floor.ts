/**
 * The lower limit for the service: one bare Fastify route per method, which responds with the bytes
 * of a file, or without a body. `node bench/service-floor.ts FILE`
 */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const bytes = readFileSync(process.argv[2] ?? '');
const app = fastify();
app.get('/webhook/', (_request, reply) =>
  reply.header('content-type', 'application/json').send(bytes),
);
app.post('/webhook/', (_request, reply) => reply.send());
console.log(`Floor at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
