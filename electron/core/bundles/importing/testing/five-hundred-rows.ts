import { emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';

/** Webhooks of each installation before: the file changes some of them and lacks the rest. */
const heldBefore = { changed: 80, others: 27 };

/** Rows for one installation: the rows of the file, and a delete for each other webhook. */
export const rowsOfEach = 167;

/** Webhooks of an installation after the import. */
export const webhooksInFile = rowsOfEach - heldBefore.others;

const named = (name: string): WebhookDefinition => ({
  ...emptyDefinition('A'),
  name,
  url: 'https://hooks.example.com/in',
  enabled: true,
  payloadTemplate: '{}',
});

const definitionsBefore: readonly WebhookDefinition[] = [
  ...Array.from({ length: heldBefore.changed }, (_, index) => named(`Webhook ${index}`)),
  ...Array.from({ length: heldBefore.others }, (_, index) => named(`Other ${index}`)),
];

/** Three installations with the same webhooks under the same ids. */
export const installationsBefore = (['A', 'B', 'B'] as const).map((variant) => ({
  variant,
  webhooks: definitionsBefore,
}));

/** A file that changes 80 webhooks and has 60 new ones, for either variant. */
export const bundleText = JSON.stringify({
  format: 'hookdesk-bundle',
  version: '1.0',
  webhooks: Array.from({ length: webhooksInFile }, (_, index) => ({
    name: `Webhook ${index}`,
    enabled: true,
    method: 'PUT',
    url: `https://hooks.example.com/in/${index}`,
    headers: [{ name: 'X-Row', value: String(index) }],
    payloadTemplate: '{\n  "text": "%AlertName%"\n}',
    severities: { low: false, medium: true, high: true, cleared: index % 2 === 0 },
  })),
});
