import type { BodyKind } from './content-type.ts';
import type { Subject } from './subject.ts';

/** What the body is beyond doubt: JSON has to be an object or a list of them in some scenario. */
export function bodyLook({ bodyKind, template, payloads }: Subject): BodyKind {
  if (bodyKind !== 'json') return bodyKind;
  const structured = /^\s*(\{|\[\s*\{)/.test(template);
  return structured && payloads.some(({ isJson }) => isJson === true) ? 'json' : 'text';
}
