import { fittingType, isReplaceable } from './content-type.ts';
import type { TemplateFix } from './finding.ts';
import type { Subject } from './subject.ts';

/** Plain words under a JSON Content-Type may be meant as text. */
export function plainTextFix({ contentType, bodyKind, template }: Subject): TemplateFix[] {
  const words = bodyKind === 'text' && !/^\s*[["']/.test(template);
  if (contentType?.kind !== 'json' || !words || !isReplaceable(contentType)) return [];
  const value = fittingType('text');
  return [
    {
      title: `Change the Content-Type to ${value}`,
      changes: [{ kind: 'replace-header-value', index: contentType.index, value }],
    },
  ];
}
