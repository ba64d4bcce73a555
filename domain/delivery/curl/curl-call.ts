import type { DeliveryRequest } from '../delivery-request.ts';
import { sentUrl } from '../sent-url.ts';
import { bodyStretches } from '../../secrets/body-secrets.ts';
import { headerStretches } from '../../secrets/header-secrets.ts';
import { open, type Stretch, textOf } from '../../secrets/stretch.ts';
import { urlStretches } from '../../secrets/url-secrets.ts';

/** A long option of curl without its dashes; without value it is a switch. */
export interface CurlOption {
  readonly name: string;
  readonly value: readonly Stretch[];
}

/** What curl is to be told, whatever the shell. */
export interface CurlCall {
  readonly options: readonly CurlOption[];
  /** `null` where nothing is sent, not even a length. */
  readonly body: readonly Stretch[] | null;
}

/**
 * The call that sends a request as the preview shows it. What curl would add by itself and could
 * change how a receiver reads the payload is taken out: a Content-Type that the webhook has not, and
 * Expect. User-Agent, Accept and the headers of the connection stay curl's own. No redirect is
 * followed. The answer is shown with its status and headers. Source: curl(1).
 */
export function curlCall(request: DeliveryRequest, timeoutSeconds: number): CurlCall {
  const { method, headers, body } = request;
  const isEmpty = body === '';
  const sendsBody = !isEmpty || !/^(?:get|head)$/i.test(method);
  const own = headers.filter(({ name }) => name.toLowerCase() !== 'content-length');
  const hasType = own.some(({ name }) => name.toLowerCase() === 'content-type');
  return {
    options: [
      // Told of a HEAD as a method alone, curl would wait for a body.
      ...(method === 'HEAD' && isEmpty ? [option('head')] : [option('request', method)]),
      { name: 'url', value: urlStretches(sentUrl(request.url)) },
      ...own.map((header) => ({ name: 'header', value: headerLine(header) })),
      ...(sendsBody && !hasType ? [option('header', 'Content-Type:')] : []),
      ...(sendsBody ? [option('header', 'Expect:')] : []),
      option('globoff'),
      ...(method === 'HEAD' && isEmpty ? [] : [option('include')]),
      option('max-time', String(timeoutSeconds)),
    ],
    body: sendsBody ? bodyStretches(body) : null,
  };
}

const option = (name: string, value?: string): CurlOption => ({
  name,
  value: value === undefined ? [] : [open(value)],
});

/** `Name:` alone would tell curl to leave a header out, `Name;` is how it takes one without value. */
function headerLine(header: { readonly name: string; readonly value: string }): Stretch[] {
  const value = headerStretches({ name: header.name, value: header.value.trim() });
  if (textOf(value) === '') return [open(`${header.name};`)];
  return [open(`${header.name}: `), ...value];
}
