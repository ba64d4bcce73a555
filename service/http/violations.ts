import type { ErrorObject } from 'ajv';
import type { Violation } from '../webhooks/bodies.ts';

/** Says in a sentence what a schema has against a body. Never repeats a value: it could be a secret. */
export function violationOf(error: ErrorObject): Violation {
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'additionalProperties': {
      const field = String(params.additionalProperty);
      return {
        pointer: `${error.instancePath}/${escapePointer(field)}`,
        detail: `There is no field ${shorten(field)} here.`,
      };
    }
    case 'required':
      return {
        pointer: error.instancePath,
        detail: `The field ${String(params.missingProperty)} is missing.`,
      };
    default:
      return { pointer: error.instancePath, detail: sentence(error.keyword, params) };
  }
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  object: 'an object',
  string: 'a text',
};

function sentence(keyword: string, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'type':
      return `This must be ${typeNames[String(params.type)] ?? String(params.type)}.`;
    case 'enum':
      return `This must be ${Array.isArray(params.allowedValues) ? params.allowedValues.join(' or ') : 'one of the values in the document'}.`;
    case 'minLength':
      return 'This must not be empty.';
    case 'pattern':
      return 'This has characters that are not allowed here.';
    default:
      return 'This is not as the OpenAPI document of this service has it.';
  }
}

const shorten = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
const escapePointer = (name: string): string =>
  shorten(name).replaceAll('~', '~0').replaceAll('/', '~1');
