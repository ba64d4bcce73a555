import { fittingType } from './content-type.ts';
import type { TemplateFinding } from './finding.ts';
import type { Subject } from './subject.ts';

/** No header that says what the body is. */
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
        ? 'No header says that the payload is JSON. Receivers that go by the Content-Type may refuse it, or read it as something else. Add the header.'
        : `No header says what the payload is; it looks like ${value.split(';', 1)[0] ?? value}. Receivers have to guess. Add a Content-Type if the receiver wants one.`,
      fixes: [
        {
          title: `Add Content-Type: ${value}`,
          changes: [{ kind: 'add-header', name: 'Content-Type', value }],
        },
      ],
    },
  ];
}
