import { fittingType, isReplaceable } from './content-type.ts';
import type { TemplateFix } from './finding.ts';
import type { Subject } from './subject.ts';

/** Plain words under a Content-Type of JSON: they may be meant as they are. */
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
