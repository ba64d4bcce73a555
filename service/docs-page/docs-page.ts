import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../openapi/json-schema.ts';
import { membersIn, objectIn, objectsIn, textIn } from './document-reader.ts';
import { Html, html, note } from './html.ts';
import { operationsOf, operationView } from './operation-view.ts';
import { schemaView } from './schema-view.ts';
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

/** The content security policy allows exactly this text between the tags. */
const styleElement = new Html(`<style>${style}</style>`);

/** Builds an HTML page from an OpenAPI document, without external resources. */
export function docsPage(document: JsonObject): string {
  const info = objectIn(document, 'info');
  const title = textIn(info, 'title') ?? 'Interface';
  const operations = operationsOf(document);
  const schemas = membersIn(objectIn(document, 'components'), 'schemas');
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <nav aria-label="Contents">
          <p class="brand">${title}</p>
          <h2>Operations</h2>
          <ul>
            ${operations.map(
              ({ id, method, operation }) => html`
                <li>
                  <a href="#${id}"
                    ><span class="method ${method.toLowerCase()}">${method}</span>
                    ${textIn(operation, 'summary') ?? id}</a
                  >
                </li>
              `,
            )}
          </ul>
          ${
            schemas.length === 0
              ? null
              : html`<h2>Schemas</h2>
                  <ul>
                    ${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}
                  </ul>`
          }
        </nav>
        <main>
          <header>
            <h1>${title}</h1>
            <p class="lead">${textIn(info, 'summary') ?? ''}</p>
            <p>${textIn(info, 'description') ?? ''}</p>
            <p>The same as an OpenAPI document: <a href="openapi.json">openapi.json</a></p>
            ${objectsIn(document, 'servers').map(
              (server) =>
                html`<p>API root: <code>${textIn(server, 'url') ?? '/'}</code></p>
                  ${note(server)}`,
            )}
            ${membersIn(objectIn(document, 'components'), 'securitySchemes').map(
              ([, scheme]) =>
                html`<p>
                    Header <code>${textIn(scheme, 'name') ?? ''}</code>:
                    ${textIn(scheme, 'description') ?? ''}
                  </p>
                  ${note(scheme)}`,
            )}
          </header>
          <h2>Operations</h2>
          ${operations.map((operation) => operationView(document, operation))}
          ${
            schemas.length === 0
              ? null
              : html`<h2>Schemas</h2>
                  ${schemas.map(([name, schema]) => schemaView(name, schema))}`
          }
        </main>
      </body>
    </html>`;
  return page.text;
}
