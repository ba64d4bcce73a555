import type { DeliveryRequest } from '../delivery-request.ts';
import { sentUrl } from '../sent-url.ts';
import { bodySegments } from '../../secrets/body-secrets.ts';
import { headerSegments } from '../../secrets/header-secrets.ts';
import { plainSegment, type Segment, textOf } from '../../secrets/segment.ts';
import { urlSegments } from '../../secrets/url-secrets.ts';

export interface CurlOption {
  readonly name: string;
  readonly value: readonly Segment[];
}

export interface CurlCall {
  readonly options: readonly CurlOption[];
  readonly body: readonly Segment[] | null;
}

/** Removes curl's own Content-Type and Expect, which can change how a receiver reads the body. curl(1). */
export function curlCall(request: DeliveryRequest, timeoutSeconds: number): CurlCall {
  const { method, headers, body } = request;
  const isEmpty = body === '';
  const sendsBody = !isEmpty || !/^(?:get|head)$/i.test(method);
  const own = headers.filter(({ name }) => name.toLowerCase() !== 'content-length');
  const hasType = own.some(({ name }) => name.toLowerCase() === 'content-type');
  return {
    options: [
      // With `--request HEAD`, curl would wait for a body.
      ...(method === 'HEAD' && isEmpty ? [option('head')] : [option('request', method)]),
      { name: 'url', value: urlSegments(sentUrl(request.url)) },
      ...own.map((header) => ({ name: 'header', value: headerLine(header) })),
      ...(sendsBody && !hasType ? [option('header', 'Content-Type:')] : []),
      ...(sendsBody ? [option('header', 'Expect:')] : []),
      option('globoff'),
      ...(method === 'HEAD' && isEmpty ? [] : [option('include')]),
      option('max-time', String(timeoutSeconds)),
    ],
    body: sendsBody ? bodySegments(body) : null,
  };
}

const option = (name: string, value?: string): CurlOption => ({
  name,
  value: value === undefined ? [] : [plainSegment(value)],
});

/** curl omits a header `Name:`; `Name;` sends it without a value. */
function headerLine(header: { readonly name: string; readonly value: string }): Segment[] {
  const value = headerSegments({ name: header.name, value: header.value.trim() });
  if (textOf(value) === '') return [plainSegment(`${header.name};`)];
  return [plainSegment(`${header.name}: `), ...value];
}
