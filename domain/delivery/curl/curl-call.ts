import { bodySpans } from '../../secrets/body-spans.ts';
import { headerSpans } from '../../secrets/header-spans.ts';
import { plainSpan, type Span, textOf } from '../../secrets/span.ts';
import { urlSpans } from '../../secrets/url-spans.ts';
import { type DeliveryRequest, sentUrl } from '../delivery-request.ts';

interface CurlOption {
  readonly name: string;
  readonly value: readonly Span[];
}

/** The options of a curl command, before a shell quotes them. `body: null`: curl sends none. */
export interface CurlCall {
  readonly options: readonly CurlOption[];
  readonly body: readonly Span[] | null;
}

/** Removes curl's own Content-Type and Expect, which can change how a receiver reads the body. curl(1). */
export function curlCall(request: DeliveryRequest, timeoutSeconds: number): CurlCall {
  const { method, headers, body } = request;
  const isEmpty = body === '';
  const isHead = method === 'HEAD' && isEmpty;
  const sendsBody = !isEmpty || !/^(?:get|head)$/i.test(method);
  // curl finds out the length itself.
  const sentHeaders = headers.filter(({ name }) => name.toLowerCase() !== 'content-length');
  const hasContentType = sentHeaders.some(({ name }) => name.toLowerCase() === 'content-type');
  return {
    options: [
      // With `--request HEAD`, curl would wait for a body.
      ...(isHead ? [option('head')] : [option('request', method)]),
      { name: 'url', value: urlSpans(sentUrl(request.url)) },
      ...sentHeaders.map((header) => ({ name: 'header', value: headerLine(header) })),
      ...(sendsBody && !hasContentType ? [option('header', 'Content-Type:')] : []),
      ...(sendsBody ? [option('header', 'Expect:')] : []),
      option('globoff'),
      ...(isHead ? [] : [option('include')]),
      option('max-time', String(timeoutSeconds)),
    ],
    body: sendsBody ? bodySpans(body) : null,
  };
}

const option = (name: string, value?: string): CurlOption => ({
  name,
  value: value === undefined ? [] : [plainSpan(value)],
});

/** curl omits a header `Name:`; `Name;` sends it without a value. */
function headerLine(header: { readonly name: string; readonly value: string }): Span[] {
  const value = headerSpans({ name: header.name, value: header.value.trim() });
  if (textOf(value) === '') return [plainSpan(`${header.name};`)];
  return [plainSpan(`${header.name}: `), ...value];
}

/** The environment variable from which a command reads a secret. */
export interface SecretVariable {
  readonly name: string;
  readonly what: string;
}

/** By secret. */
export function secretVariables({ options, body }: CurlCall): ReadonlyMap<string, SecretVariable> {
  const variables = new Map<string, SecretVariable>();
  for (const { text, secretName } of [...options.flatMap(({ value }) => value), ...(body ?? [])]) {
    if (secretName === null || variables.has(text)) continue;
    const name = `WEBHOOK_SECRET_${variables.size + 1}`;
    variables.set(text, { name, what: secretName.replaceAll(/[^\w .-]/g, '_') });
  }
  return variables;
}

/** The call with its secrets as plain text. */
export const withoutSecretMarks = (call: CurlCall): CurlCall => ({
  options: call.options.map(({ name, value }) => ({ name, value: value.map(withoutSecretMark) })),
  body: call.body?.map(withoutSecretMark) ?? null,
});

const withoutSecretMark = ({ text }: Span): Span => ({ text, secretName: null });
