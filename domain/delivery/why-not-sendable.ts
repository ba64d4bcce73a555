import type { DeliveryHeader, DeliveryRequest } from './delivery-request.ts';

/**
 * Why HTTP cannot carry the request; `null` when it can. Never contains a header value or a URL. Source: RFC 9110
 * §5.5, §5.6.2, §9.1; RFC 9112 §6.
 */
export function whyNotSendable({ method, url, headers, body }: DeliveryRequest): string | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return 'The URL is not an http or https URL.';
  }
  if (method === '') return 'The webhook has no method.';
  if (!httpToken.test(method)) return 'The method is not a valid HTTP method.';
  for (const header of headers) {
    const reason = headerNotSendable(header, body);
    if (reason !== null) return reason;
  }
  return null;
}

function headerNotSendable({ name, value }: DeliveryHeader, body: string): string | null {
  if (!httpToken.test(name)) return 'A header name is not valid in HTTP.';
  if (controlCharacter.test(value)) {
    return `The header ${name} has a line break or control character.`;
  }
  if (headersSetByHttp.has(name.toLowerCase())) {
    return `The header ${name} is set by HTTP and cannot be changed.`;
  }
  if (name.toLowerCase() === 'content-length' && value.trim() !== String(utf8Length(body))) {
    return 'The header Content-Length does not fit the payload.';
  }
  return null;
}

const httpToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const controlCharacter = /(?!\t)\p{Cc}/u;
const headersSetByHttp = new Set(['transfer-encoding', 'keep-alive', 'upgrade', 'expect']);

export function utf8Length(text: string): number {
  let bytes = text.length;
  for (const { 0: nonAscii } of text.matchAll(/[\u{80}-\u{10ffff}]+/gu)) {
    bytes += extraBytes(nonAscii);
  }
  return bytes;
}

/** Bytes beyond one for each UTF-16 unit. */
function extraBytes(text: string): number {
  let extra = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    extra += code < 0x800 ? 1 : 2;
  }
  return extra;
}
