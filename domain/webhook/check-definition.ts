import { errorAt, type Issue } from '../issue.ts';
import { FieldName, fields } from './fields.ts';
import { missingSecretIn } from './secret-reference.ts';
import { fieldOf, type Header, type WebhookDefinition } from './webhook.ts';
import { headerChangeSet } from './header-change-set.ts';
import { type VariantId, variants } from './variant.ts';

/** RFC 9110 §5.6.2. */
const httpToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Checks a definition before it is sent. A value that `base`, the live webhook, already has is only a warning, so
 * that it does not block other changes. An unsupported method stays an error: each update sends it, and the
 * service refuses it (interface document §2.4).
 */
export function checkDefinition(
  definition: WebhookDefinition,
  variant: VariantId,
  base: WebhookDefinition | null,
): Issue[] {
  const methodIssues = checkVariantMethod(definition.method, variant);
  const fieldIssues = [
    ...checkName(definition.name),
    ...checkUrl(definition.url),
    ...(methodIssues.length === 0 ? checkMethod(definition.method) : []),
    ...checkPayloadType(definition, variant),
    ...FieldName.options.flatMap((field) => checkFieldSecret(definition, field)),
  ].map((issue) =>
    base !== null && hasValueOfBase(issue, definition, base) ? asWarning(issue) : issue,
  );
  const headerIssues = checkHeaders(definition.headers, base?.headers ?? []);
  return [...fieldIssues, ...methodIssues, ...headerIssues];
}

const warning = (path: string, message: string): Issue => ({ path, level: 'warning', message });
const asWarning = (issue: Issue): Issue => ({ ...issue, level: 'warning' });

function hasValueOfBase(
  { path }: Issue,
  definition: WebhookDefinition,
  base: WebhookDefinition,
): boolean {
  const field = FieldName.safeParse(path);
  return field.success && fieldOf(definition, field.data) === fieldOf(base, field.data);
}

function checkName(name: string): Issue[] {
  if (name.trim() === '') return [errorAt('name', 'Enter a webhook name.')];
  if (name !== name.trim()) return [warning('name', 'The name begins or ends with a space.')];
  return [];
}

function checkUrl(url: string): Issue[] {
  if (url.trim() === '') return [errorAt('url', 'Enter the URL that alerts are sent to.')];
  if (!URL.canParse(url)) {
    return [errorAt('url', 'This is not a complete URL. Start it with https:// or http://.')];
  }
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') {
    return [errorAt('url', `Use https or http, not ${protocol}//.`)];
  }
  if (url !== url.trim()) return [errorAt('url', 'Remove the space before or after the URL.')];
  return [];
}

function checkVariantMethod(method: string, variant: VariantId): Issue[] {
  const { methods, release } = variants[variant];
  if (methods === null || methods.includes(method)) return [];
  const refused = method === '' ? '' : `, not ${method}`;
  return [
    errorAt('method', `Variant ${variant} (${release}) accepts ${methods.join(' or ')}${refused}.`),
  ];
}

function checkMethod(method: string): Issue[] {
  if (method === '') return [errorAt('method', 'Select a request method.')];
  if (!httpToken.test(method)) {
    return [errorAt('method', 'A request method has no spaces or special characters.')];
  }
  return [];
}

function checkPayloadType(definition: WebhookDefinition, variant: VariantId): Issue[] {
  const { hasPayloadType, release } = variants[variant];
  if (hasPayloadType && definition.payloadType === null) {
    return [errorAt('payloadType', 'Select whether this webhook is for alerts or for jobs.')];
  }
  if (!hasPayloadType && definition.payloadType !== null) {
    return [errorAt('payloadType', `Variant ${variant} (${release}) has no payload type.`)];
  }
  return [];
}

const checkFieldSecret = (definition: WebhookDefinition, field: FieldName): Issue[] =>
  fields[field].mayHoldSecrets ? checkSecrets(field, String(fieldOf(definition, field))) : [];

function checkSecrets(path: string, text: string): Issue[] {
  const name = missingSecretIn(text);
  return name === null ? [] : [errorAt(path, `Enter the secret “${name}” for <secret:${name}>.`)];
}

function checkHeaders(headers: readonly Header[], base: readonly Header[]): Issue[] {
  const baseById = new Map(base.map((header) => [header.id, header]));
  const names = new Set<string>();
  const issues = headers.flatMap((header, index) => {
    const baseHeader = header.id === null ? equalWithoutId(header, base) : baseById.get(header.id);
    const [namePath, valuePath] = [`headers.${index}.name`, `headers.${index}.value`];
    const nameIssues = checkHeaderName(header.name, namePath);
    const valueIssues = [
      ...checkHeaderValue(header.value, valuePath),
      ...checkSecrets(valuePath, header.value),
    ];
    const headerIssues = [
      ...(baseHeader?.name === header.name ? nameIssues.map(asWarning) : nameIssues),
      ...(baseHeader?.value === header.value ? valueIssues.map(asWarning) : valueIssues),
    ];
    const name = header.name.toLowerCase();
    if (name !== '' && names.has(name)) {
      headerIssues.push(warning(namePath, `${header.name} appears more than once.`));
    }
    names.add(name);
    return headerIssues;
  });
  const { unaddressable } = headerChangeSet(base, headers);
  return [
    ...issues,
    ...unaddressable.map(({ name }) =>
      errorAt(
        'headers',
        `${name} has no unique id, so it cannot be changed or removed. Revert this header.`,
      ),
    ),
  ];
}

function equalWithoutId(header: Header, base: readonly Header[]): Header | undefined {
  return base.find(
    ({ id, name, value }) => id === null && name === header.name && value === header.value,
  );
}

export function checkHeaderName(name: string, path: string): Issue[] {
  if (name === '') return [errorAt(path, 'Enter a header name, or remove the row.')];
  if (!httpToken.test(name)) {
    return [errorAt(path, 'Use only letters, digits and hyphens in a header name.')];
  }
  return [];
}

export function checkHeaderValue(value: string, path: string): Issue[] {
  if (/[\r\n]/.test(value)) return [errorAt(path, 'A header value cannot hold a line break.')];
  if (value.includes('\0')) return [errorAt(path, 'A header value cannot hold a null character.')];
  if (value !== value.trim()) return [warning(path, 'The value begins or ends with a space.')];
  return [];
}
