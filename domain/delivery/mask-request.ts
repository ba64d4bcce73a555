import type { DeliveryRequest } from './delivery-request.ts';
import { bodySegments } from '../secrets/body-secrets.ts';
import { headerSegments } from '../secrets/header-secrets.ts';
import { maskedText, type Segment } from '../secrets/segment.ts';
import { urlSegments } from '../secrets/url-secrets.ts';

export const secretMask = '<secret>';

export function maskRequest(request: DeliveryRequest): DeliveryRequest {
  return {
    method: request.method,
    url: maskSecrets(urlSegments(request.url)),
    headers: maskHeaders(request.headers),
    body: maskPayload(request.body),
  };
}

export const maskHeaders = (headers: DeliveryRequest['headers']): DeliveryRequest['headers'] =>
  headers.map((header) => ({ name: header.name, value: maskSecrets(headerSegments(header)) }));

export const maskPayload = (body: string): string => maskSecrets(bodySegments(body));

/**
 * Masks secrets in the request line and headers as received. Everything else stays as it is.
 * @param origin of the webhook's URL, because the place of a secret in a path depends on the host
 */
export const maskHead = (head: string, origin: string): string =>
  head
    .split('\n')
    .map((line, index) => (index === 0 ? maskRequestLine(line, origin) : maskHeaderLine(line)))
    .join('\n');

/** @param path of a received request, with its query */
export function maskPath(path: string, origin: string): string {
  const masked = maskSecrets(urlSegments(`${origin}${path}`));
  return path.startsWith('/') && masked.startsWith(origin) ? masked.slice(origin.length) : path;
}

function maskRequestLine(line: string, origin: string): string {
  const [method = '', path, ...rest] = line.split(' ');
  return path === undefined ? line : [method, maskPath(path, origin), ...rest].join(' ');
}

function maskHeaderLine(line: string): string {
  const parts = /^(?<name>[^:]+):(?<space>[ \t]*)(?<value>.*?)(?<end>\r?)$/.exec(line)?.groups;
  if (parts === undefined) return line;
  const { name = '', space = '', value = '', end = '' } = parts;
  return `${name}:${space}${maskSecrets(headerSegments({ name, value }))}${end}`;
}

export const maskSecrets = (segments: readonly Segment[]): string =>
  maskedText(segments, () => secretMask);
