import type { TemplateFinding } from './finding.ts';
import { FindingList } from './finding-list.ts';
import { shortened } from './phrases.ts';
import type { JsonSubject } from './subject.ts';

/** Source: RFC 8259 §4. */
export function duplicateMembers({ template, repeated }: JsonSubject): TemplateFinding[] {
  const found = new FindingList();
  for (const { start, end } of repeated) {
    found.add('warning', () => ({
      code: 'duplicate-member',
      place: { kind: 'payload', start, end },
      message: `The member ${shortened(template.slice(start, end))} appears twice in this object. Most receivers use only the last one. Rename or remove one of them.`,
      fixes: [],
    }));
  }
  return found.all();
}
