import type { TemplateFinding } from '#domain/template/checks/check-template.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { counted } from '#domain/text/wording.ts';

const bytes = new TextEncoder();

export const sizeInWords = (text: string): string => counted(bytes.encode(text).length, 'byte');

export function placeInWords(
  place: TemplateFinding['place'],
  definition: WebhookDefinition,
): string {
  switch (place.kind) {
    case 'payload':
      return `Line ${lineAt(definition.payloadTemplate, place.start)}`;
    case 'url':
      return 'URL';
    case 'header':
      return `Header ${definition.headers[place.index]?.name ?? ''}`.trim();
    case 'webhook':
      return '';
  }
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
