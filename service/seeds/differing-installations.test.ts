import { expect, test } from 'vitest';
import { requestBodies } from '../http/request-bodies.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { differingInstallations, differingNames } from './differing-installations.ts';

test.each(differingNames)('all webhooks of %s are valid create requests', (name) => {
  const { variant, webhooks } = differingInstallations[name];
  const bodies = requestBodies(openApiDocument(variant, ''));
  for (const webhook of webhooks) {
    expect(bodies.create(new TextEncoder().encode(JSON.stringify(webhook)))).toEqual(webhook);
    expect(new URL(webhook.url).hostname).toMatch(/\.example$/);
  }
});
