import { fittingType } from './content-type.ts';
import type { TemplateFinding } from './finding.ts';
import type { Subject } from './subject.ts';

export function missingContentType({
  contentType,
  bodyKind,
  template,
}: Subject): TemplateFinding[] {
  if (contentType !== null || template.trim() === '') return [];
  const value = fittingType(bodyKind);
  const json = bodyKind === 'json';
  return [
    {
      code: 'no-content-type',
      level: json ? 'warning' : 'note',
      place: { kind: 'webhook' },
      message: json
        ? 'No Content-Type header says that the payload is JSON. The receiver may misread or refuse it.'
        : `No Content-Type header says what the payload is. It looks like ${value.split(';', 1)[0] ?? value}.`,
      fixes: [
        {
          title: `Add Content-Type: ${value}`,
          changes: [{ kind: 'add-header', name: 'Content-Type', value }],
        },
      ],
    },
  ];
}
