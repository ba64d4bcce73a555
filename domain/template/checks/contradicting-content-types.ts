import { agrees, type ContentType, holdsToken } from './content-type.ts';
import type { TemplateFinding } from './finding.ts';
import { bodyLook } from './body-look.ts';
import { listed, shortened } from './phrases.ts';
import type { Subject } from './subject.ts';

/** Equal values, or a missing charset, do not contradict. */
export function contradict(types: readonly ContentType[]): boolean {
  const mediaTypes = new Set(types.map(({ type }) => type));
  const charsets = new Set(types.flatMap(({ charset }) => charset ?? []));
  return mediaTypes.size > 1 || charsets.size > 1;
}

export function contradictingContentTypes(subject: Subject): TemplateFinding[] {
  const { contentTypes } = subject;
  const second = contentTypes[1];
  if (second === undefined || !contradict(contentTypes)) return [];
  const values = contentTypes.map(({ value }) => `“${shortened(value)}”`);
  const open = contentTypes.some(({ value }) => holdsToken(value));
  const wrong = open ? [] : wrongOnes(subject);
  return [
    {
      code: 'content-types-contradict',
      level: 'warning',
      place: { kind: 'header', index: second.index, start: 0, end: second.value.length },
      message: `The Content-Type headers contradict each other: ${listed(values, 'and')}. Receivers use either one or refuse the request. Remove the wrong one.`,
      fixes: wrong.map(({ index, value }) => ({
        title: `Remove Content-Type: ${shortened(value)}`,
        changes: [{ kind: 'remove-header', index }],
      })),
    },
  ];
}

function wrongOnes(subject: Subject): ContentType[] {
  if (subject.template.trim() === '') return [];
  const look = bodyLook(subject);
  const wrong = subject.contentTypes.filter((each) => !agrees(each, look));
  const isClear = wrong.length === 1 && subject.contentTypes.length === 2;
  return isClear ? wrong : [];
}
