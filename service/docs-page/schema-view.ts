import type { JsonObject } from '../openapi/json-schema.ts';
import { listIn, membersIn, objectIn, objectsIn, referredName, textIn } from './document-reader.ts';
import { Html, html, note } from './html.ts';

export const schemaView = (name: string, schema: JsonObject): Html => html`
  <section id="schema-${name}" aria-labelledby="schema-${name}-title">
    <h3 id="schema-${name}-title"><code>${name}</code></h3>
    ${paragraph(textIn(schema, 'description'))} ${note(schema)}
    ${fieldsView(schema, `Fields of ${name}`)}
  </section>
`;

const paragraph = (text: string | null): Html | null =>
  text === null ? null : html`<p>${text}</p>`;

/** Builds a table of the fields of an object with the label; `null` without fields. */
export function fieldsView(schema: JsonObject, label: string): Html | null {
  const fields = flattenFields(schema);
  if (fields.length === 0) return null;
  return html`
    <div class="wide" role="region" aria-label="${label}" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">What it is</th>
          </tr>
        </thead>
        <tbody>
          ${fields.map(
            ({ name, field, required }) => html`
              <tr>
                <th scope="row">
                  <code>${name}</code
                  >${required ? html` <span class="required">required</span>` : null}
                </th>
                <td>${typeView(field)}</td>
                <td>
                  ${paragraph(textIn(field, 'description'))} ${constraints(field)} ${note(field)}
                </td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

interface Field {
  readonly name: string;
  readonly field: JsonObject;
  readonly required: boolean;
}

/** Lists each field, followed by its nested fields: `event.id`, `attempts[].number`. */
function flattenFields(schema: JsonObject, prefix = ''): Field[] {
  const required = new Set(listIn(schema, 'required'));
  return membersIn(schema, 'properties').flatMap(([ownName, field]) => {
    const name = prefix + ownName;
    const nonNull =
      objectsIn(field, 'anyOf').find((choice) => textIn(choice, 'type') !== 'null') ?? field;
    return [
      { name, field, required: required.has(ownName) },
      ...flattenFields(nonNull, `${name}.`),
      ...flattenFields(objectIn(nonNull, 'items'), `${name}[].`),
    ];
  });
}

export function typeView(schema: JsonObject): Html {
  const name = referredName(schema);
  if (name !== null) return html`<a href="#schema-${name}"><code>${name}</code></a>`;
  const choices = [...objectsIn(schema, 'anyOf'), ...objectsIn(schema, 'oneOf')];
  if (choices.length > 0) return joinHtml(choices.map(typeView), ' or ');
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const type = textIn(schema, 'type') ?? 'any';
  if (type !== 'array') return html`${type}`;
  return html`array of ${typeView(objectIn(schema, 'items'))}`;
}

const joinHtml = (pieces: readonly Html[], between: string): Html =>
  new Html(pieces.map(({ text }) => text).join(between));

const constraintNames: readonly (readonly [string, string])[] = [
  ['default', 'Default'],
  ['format', 'Format'],
  ['pattern', 'Pattern'],
  ['minLength', 'Shortest'],
  ['maxLength', 'Longest'],
  ['minimum', 'Least'],
  ['exclusiveMinimum', 'More than'],
  ['maximum', 'Most'],
];

function constraints(field: JsonObject): Html | null {
  const lines = constraintNames.flatMap(([name, title]) => {
    const value = field[name];
    return value === undefined
      ? []
      : [html`<li>${title}: <code>${JSON.stringify(value)}</code></li>`];
  });
  const values = listIn(field, 'enum');
  const examples = listIn(field, 'examples');
  if (values.length > 0) lines.unshift(html`<li>One of ${codes(values)}</li>`);
  if (examples.length > 0) lines.push(html`<li>Example: ${codes(examples)}</li>`);
  return lines.length === 0
    ? null
    : html`<ul class="constraints">
        ${lines}
      </ul>`;
}

const codes = (values: ReturnType<typeof listIn>): Html =>
  joinHtml(
    values.map(
      (value) => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`,
    ),
    ', ',
  );
