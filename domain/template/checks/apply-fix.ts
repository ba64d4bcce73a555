import { definitionOf, type WebhookDefinition } from '../../webhook/webhook.ts';
import type { Change, TemplateFix } from './finding.ts';

export function applyFix(definition: WebhookDefinition, fix: TemplateFix): WebhookDefinition {
  const fixed = definitionOf(definition);
  // From the back, so that the offsets of earlier edits stay valid.
  const changes = fix.changes.toSorted((a, b) => startOf(b) - startOf(a));
  for (const change of changes) applyChange(fixed, change);
  return fixed;
}

const startOf = (change: Change): number => ('start' in change ? change.start : 0);

function applyChange(definition: WebhookDefinition, change: Change): void {
  switch (change.kind) {
    case 'edit':
      if (change.field === 'url') definition.url = edited(definition.url, change);
      else definition.payloadTemplate = edited(definition.payloadTemplate, change);
      break;
    case 'add-header':
      definition.headers.push({ id: null, name: change.name, value: change.value });
      break;
    case 'remove-header':
      definition.headers.splice(change.index, 1);
      break;
    case 'edit-header':
    case 'replace-header-value': {
      const header = definition.headers[change.index];
      if (header === undefined) break;
      header.value = change.kind === 'edit-header' ? edited(header.value, change) : change.value;
    }
  }
}

const edited = (text: string, edit: { start: number; end: number; text: string }): string =>
  text.slice(0, edit.start) + edit.text + text.slice(edit.end);
