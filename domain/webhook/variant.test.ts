import { expect, it } from 'vitest';
import { variantsInWords } from './variant.ts';

it('tells the variants apart in one sentence', () => {
  expect(variantsInWords).toBe(
    'Variant A is the interface of release 6.0; variant B is that of release 14.0, with webhooks for jobs and only the methods POST and PUT.',
  );
});
