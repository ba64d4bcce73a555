import type { BodyKind } from './content-type.ts';
import type { Subject } from './subject.ts';

/** `json` only for an object or a list of objects that is JSON in some scenario. */
export function bodyLook({ bodyKind, template, payloads }: Subject): BodyKind {
  if (bodyKind !== 'json') return bodyKind;
  const structured = /^\s*(\{|\[\s*\{)/.test(template);
  return structured && payloads.some(({ isJson }) => isJson === true) ? 'json' : 'text';
}
