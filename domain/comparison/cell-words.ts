import type { MatrixCell } from './matrix.ts';

export function cellInWords({ kind, different, unclear }: MatrixCell): string {
  switch (kind) {
    case 'same':
      return unclear === 0 ? 'same' : `same, ${unclear} cannot tell`;
    case 'differs':
      return `${different} ${different === 1 ? 'differs' : 'differ'}`;
    case 'absent':
      return '–';
    case 'unknown':
      return 'cannot tell';
    case 'missing':
    case 'extra':
    case 'ambiguous':
      return kind;
  }
}
