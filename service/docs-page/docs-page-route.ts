import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../openapi/json-schema.ts';
import { docsPage } from './docs-page.ts';
import { style } from './style.ts';

const styleHash = createHash('sha256').update(style).digest('base64');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  // Allows only the inline style of the page.
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; ` +
    `form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Serves an OpenAPI document as an HTML page. The page links to `openapi.json` beside it. */
export function addDocsPage(app: FastifyInstance, url: string, document: JsonObject): void {
  const page = Buffer.from(docsPage(document));
  app.get(url, (_request, reply) => reply.headers(headers).send(page));
}
