import { Masking, maskedHeaderValue, maskedUrl } from '../secrets/masking.ts';
import type { DeliveryRequest } from './delivery-request.ts';

/** The request as a window shows it. */
export function maskRequest({ method, url, headers, body }: DeliveryRequest): DeliveryRequest {
  const masking = new Masking([{ url, headers, payloadTemplate: body }]);
  return {
    method,
    url: masking.url(url),
    headers: maskHeaders(headers, masking),
    body: masking.payload(body),
  };
}

export const maskHeaders = (
  headers: DeliveryRequest['headers'],
  masking = new Masking(),
): DeliveryRequest['headers'] =>
  headers.map(({ name, value }) => ({ name, value: masking.header({ name, value }) }));

/**
 * Masks secrets in the request line and headers as received. Everything else stays as it is.
 * @param origin of the webhook's URL, because the place of a secret in a path depends on the host
 */
export const maskReceivedHead = (head: string, origin: string): string =>
  head
    .split('\n')
    .map((line, index) => (index === 0 ? maskRequestLine(line, origin) : maskHeaderLine(line)))
    .join('\n');

/** @param path of a received request, with its query */
export function maskReceivedPath(path: string, origin: string): string {
  const masked = maskedUrl(`${origin}${path}`);
  return path.startsWith('/') && masked.startsWith(origin) ? masked.slice(origin.length) : path;
}

function maskRequestLine(line: string, origin: string): string {
  const [method = '', path, ...rest] = line.split(' ');
  return path === undefined ? line : [method, maskReceivedPath(path, origin), ...rest].join(' ');
}

function maskHeaderLine(line: string): string {
  const parts = /^(?<name>[^:]+):(?<space>[ \t]*)(?<value>.*?)(?<end>\r?)$/.exec(line)?.groups;
  if (parts === undefined) return line;
  const { name = '', space = '', value = '', end = '' } = parts;
  return `${name}:${space}${maskedHeaderValue({ name, value })}${end}`;
}
