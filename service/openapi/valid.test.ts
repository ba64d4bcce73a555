import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { practiceDocument } from '../practice/practice-document.ts';
import { variantNames } from '../webhooks/body-types.ts';
import { openApiDocument } from './openapi-document.ts';

const documents = variantNames.flatMap((variant) => [
  [`variant ${variant}`, openApiDocument(variant, '/api')] as const,
  [`variant ${variant} with a database`, openApiDocument(variant, '', { database: true })] as const,
  [`variant ${variant} with users`, openApiDocument(variant, '', { signIn: true })] as const,
  [`practice in variant ${variant}`, practiceDocument(variant)] as const,
]);

test.each(documents)('the document of %s is OpenAPI 3.1', async (_title, document) => {
  const validator = new Validator();
  // The validator resolves references in place.
  const result = await validator.validate(structuredClone(document));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});
