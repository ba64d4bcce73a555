import { definitionOf, type WebhookDefinition } from '../../webhook/webhook.ts';
import type { Change, TemplateFix } from './finding.ts';

export function applyFix(definition: WebhookDefinition, fix: TemplateFix): WebhookDefinition {
  const fixed = definitionOf(definition);
  // From the back, so that the offsets of earlier edits stay valid.
  const changes = fix.changes.toSorted((a, b) => startOf(b) - startOf(a));
  for (const change of changes) applyChange(fixed, change);
  return fixed;
}

const startOf = (change: Change): number => (change.kind === 'edit' ? change.start : 0);

function applyChange(definition: WebhookDefinition, change: Change): void {
  const { payloadTemplate, headers } = definition;
  switch (change.kind) {
    case 'edit':
      definition.payloadTemplate =
        payloadTemplate.slice(0, change.start) + change.text + payloadTemplate.slice(change.end);
      break;
    case 'add-header':
      headers.push({ id: null, name: change.name, value: change.value });
      break;
    case 'remove-header':
      headers.splice(change.index, 1);
      break;
    case 'replace-header-value': {
      const header = headers[change.index];
      if (header !== undefined) header.value = change.value;
    }
  }
}
