import {
  type Diagnostic,
  forEachDiagnostic,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/** Offsets are in UTF-16 code units. */
export interface EditorFinding {
  readonly level: 'error' | 'warning' | 'note';
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly fixes: readonly EditorFix[];
}

export interface EditorFix {
  readonly title: string;
  readonly apply: () => void;
}

interface Shown extends Diagnostic {
  readonly finding: EditorFinding;
}
const isShown = (diagnostic: Diagnostic): diagnostic is Shown => 'finding' in diagnostic;

/** @param place maps an offset of a finding to the editor's text */
export function showFindings(
  view: EditorView,
  findings: readonly EditorFinding[],
  place: (offset: number) => number,
  fix: (fix: EditorFix) => void,
): void {
  const shown = findings.map((finding): Shown => {
    const from = place(finding.start);
    return {
      finding,
      from,
      to: Math.max(from, place(finding.end)),
      severity: finding.level === 'note' ? 'info' : finding.level,
      message: finding.message,
      actions: view.state.readOnly
        ? []
        : finding.fixes.map((each) => ({
            name: each.title,
            apply: () => {
              fix(each);
            },
          })),
    };
  });
  view.dispatch(setDiagnostics(view.state, shown));
}

export function findingsAt(state: EditorState): EditorFinding[] {
  const { from, to } = state.selection.main;
  const found: EditorFinding[] = [];
  forEachDiagnostic(state, (diagnostic, start, end) => {
    if (isShown(diagnostic) && start <= from && to <= end) found.push(diagnostic.finding);
  });
  return found;
}

export const findingMarks: Extension = [
  lintGutter(),
  keymap.of([{ key: 'F8', run: nextDiagnostic, shift: previousDiagnostic, preventDefault: true }]),
];
