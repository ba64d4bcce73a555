import type { JsonObject } from '../openapi/json-schema.ts';
import {
  membersIn,
  objectIn,
  objectsIn,
  referredName,
  resolveReference,
  textIn,
} from './document-reader.ts';
import { type Html, html, note, tag } from './html.ts';
import { fieldsView, typeView } from './schema-view.ts';

/** An operation of an OpenAPI document. `path` includes the server. */
export interface FoundOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  readonly parameters: readonly JsonObject[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Returns all operations in the order of the paths in the document. */
export function operationsOf(document: JsonObject): FoundOperation[] {
  const root = serverOf(document) ?? '';
  return membersIn(document, 'paths').flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = objectIn(item, method);
      const id = textIn(operation, 'operationId');
      if (id === null) return [];
      const parameters = [...objectsIn(item, 'parameters'), ...objectsIn(operation, 'parameters')];
      const wholePath = (serverOf(item) ?? root) + path;
      return [{ id, method: method.toUpperCase(), path: wholePath, operation, parameters }];
    }),
  );
}

const serverOf = (from: JsonObject): string | null =>
  textIn(objectsIn(from, 'servers')[0] ?? {}, 'url')?.replace(/\/$/, '') ?? null;

export function operationView(document: JsonObject, found: FoundOperation): Html {
  const { id, method, path, operation, parameters } = found;
  const description = textIn(operation, 'description');
  const body = objectIn(operation, 'requestBody');
  return html`
    <section id="${id}" aria-labelledby="${id}-title">
      <h3 id="${id}-title">${textIn(operation, 'summary') ?? id}</h3>
      <p class="line">
        <span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
      </p>
      ${description === null ? null : html`<p>${description}</p>`} ${note(operation)}
      ${parameters.length === 0 ? null : parametersView(id, parameters)} ${bodyView(id, body)}
      <h4>Answers</h4>
      <dl>
        ${membersIn(operation, 'responses').map(([status, response]) =>
          answerView(document, status, response),
        )}
      </dl>
    </section>
  `;
}

const parametersView = (id: string, parameters: readonly JsonObject[]): Html => html`
  <h4>Parameters</h4>
  ${fieldsView(
    {
      properties: Object.fromEntries(
        parameters.map((parameter) => [
          textIn(parameter, 'name') ?? '',
          { ...objectIn(parameter, 'schema'), ...parameter },
        ]),
      ),
    },
    `Parameters of ${id}`,
  )}
`;

function answerView(document: JsonObject, status: string, response: JsonObject): Html {
  const resolved = resolveReference(document, response);
  const headers = membersIn(resolved, 'headers');
  return html`
    <dt><code>${status}</code></dt>
    <dd>
      ${textIn(resolved, 'description') ?? ''} ${bodyLine(resolved)} ${tag(resolved)}
      ${headers.map(
        ([name, header]) =>
          html`<p><code>${name}</code> ${textIn(header, 'description') ?? ''}</p>`,
      )}
    </dd>
  `;
}

function bodyView(id: string, body: JsonObject): Html | null {
  const [content] = membersIn(body, 'content');
  if (content === undefined) return null;
  const schema = objectIn(content[1], 'schema');
  return html`
    <h4>Body</h4>
    <p>${bodyLine(body)}</p>
    ${referredName(schema) === null ? fieldsView(schema, `Body of ${id}`) : null}
  `;
}

const bodyLine = (from: JsonObject): readonly Html[] =>
  membersIn(from, 'content').map(
    ([type, media]) => html`<code>${type}</code>: ${typeView(objectIn(media, 'schema'))}`,
  );
