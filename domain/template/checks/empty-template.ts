import type { TemplateFinding } from './finding.ts';
import type { Subject } from './subject.ts';

export function emptyTemplate({ template }: Subject): TemplateFinding[] {
  if (template.trim() !== '') return [];
  return [
    {
      code: 'empty-template',
      level: 'warning',
      place: { kind: 'payload', start: 0, end: template.length },
      message:
        'The payload template is empty, so the receiver learns nothing about the alert. Write what it should get, for example %AlertName%.',
      fixes: [],
    },
  ];
}
