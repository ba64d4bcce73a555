import type { DeliveryHeader, DeliveryRequest } from './delivery-request.ts';
import { utf8Length } from './utf8-length.ts';

/** Never contains a header value or a URL. Source: RFC 9110 §5.5, §5.6.2, §9.1; RFC 9112 §6. */
export function notSendable({ method, url, headers, body }: DeliveryRequest): string | null {
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
  if (notInValues.test(value)) return `The header ${name} has a line break or control character.`;
  if (ofConnection.has(name.toLowerCase())) {
    return `The header ${name} is set by HTTP and cannot be changed.`;
  }
  if (name.toLowerCase() === 'content-length' && value.trim() !== String(utf8Length(body))) {
    return 'The header Content-Length does not fit the payload.';
  }
  return null;
}

const httpToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const notInValues = /(?!\t)\p{Cc}/u;
const ofConnection = new Set(['transfer-encoding', 'keep-alive', 'upgrade', 'expect']);
