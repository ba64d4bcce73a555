import { EditorView } from '@codemirror/view';

const frame = EditorView.theme({
  '&': {
    height: '100%',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--size-small)',
    overflow: 'hidden',
  },
  '&.cm-focused': {
    borderColor: 'var(--focus)',
    outline: '2px solid color-mix(in srgb, var(--focus) 30%, transparent)',
  },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 8px 0 6px' },
  '&[data-read-only]': { backgroundColor: 'var(--surface-2)' },
  '&[data-read-only] .cm-gutters': { backgroundColor: 'var(--surface-2)' },
});

const margins = EditorView.theme({
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--text-3)',
    fontVariantNumeric: 'tabular-nums',
    userSelect: 'none',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', padding: '0 6px 0 2px' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '&:not(.cm-focused) .cm-activeLineGutter': { color: 'inherit' },
  '.cm-gutter-lint': { width: '16px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '5px 3px 0' },
});

const cursorAndSelection = EditorView.theme({
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--text)', marginLeft: '-1px' },
  '.cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--text-3) 30%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--focus) 32%, transparent)',
  },
  '.cm-searchMatch': {
    backgroundColor: 'var(--changed-soft)',
    outline: '1px solid color-mix(in srgb, var(--changed) 55%, transparent)',
    outlineOffset: '-1px',
  },
  '.cm-searchMatch-selected': {
    backgroundColor: 'color-mix(in srgb, var(--changed) 30%, transparent)',
    outline: '2px solid var(--changed)',
  },
  '.cm-specialChar': { color: 'var(--deleted)' },
  '@media (prefers-reduced-motion: reduce)': {
    '&.cm-focused > .cm-scroller > .cm-cursorLayer': { animation: 'none' },
  },
});

/** Findings differ in shape, not only in colour: a square is an error, a triangle warns, a dot notes. */
const findings = EditorView.theme({
  '.cm-lintRange': {
    paddingBottom: '0',
    backgroundImage: 'none',
    textDecorationLine: 'underline',
    textDecorationThickness: '1.5px',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-error': { textDecorationStyle: 'wavy', textDecorationColor: 'var(--deleted)' },
  '.cm-lintRange-warning': { textDecorationStyle: 'wavy', textDecorationColor: 'var(--changed)' },
  '.cm-lintRange-info': { textDecorationStyle: 'dotted', textDecorationColor: 'var(--accent)' },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--deleted)' },
  '.cm-lintPoint-warning::after': { borderBottomColor: 'var(--changed)' },
  '.cm-lintPoint-info::after': { borderBottomColor: 'var(--accent)' },
  '.cm-lint-marker': { width: '10px', height: '10px', content: 'normal' },
  '.cm-lint-marker::before': {
    display: 'block',
    width: '10px',
    height: '10px',
    content: '""',
  },
  '.cm-lint-marker-error::before': { backgroundColor: 'var(--deleted)' },
  '.cm-lint-marker-warning::before': {
    backgroundColor: 'var(--changed)',
    clipPath: 'polygon(50% 4%, 100% 96%, 0 96%)',
  },
  '.cm-lint-marker-info::before': {
    width: '7px',
    height: '7px',
    margin: '1.5px',
    borderRadius: '50%',
    backgroundColor: 'var(--accent)',
  },
});

const floating = EditorView.theme({
  '.cm-tooltip': {
    zIndex: '40',
    border: '1px solid var(--line-strong)',
    borderRadius: '7px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: 'var(--menu-shadow)',
    font: '400 var(--size-small) / 1.45 var(--font)',
  },
  '.cm-tooltip-hover': { maxWidth: '420px' },
  '.cm-tooltip-section:not(:first-child)': { borderTop: '1px solid var(--line)' },
  '.cm-tooltip-lint': { margin: '0', padding: '4px', listStyle: 'none' },
  '.cm-diagnostic': { margin: '0', padding: '5px 8px', borderLeft: '3px solid transparent' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--changed)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--accent)' },
  '.cm-diagnosticText': { display: 'block' },
  '.cm-diagnosticAction': {
    height: '24px',
    margin: '6px 6px 0 0',
    padding: '0 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontWeight: '500',
    cursor: 'default',
  },
  '.cm-diagnosticAction:hover': { backgroundColor: 'var(--surface-2)' },
  '.cm-tooltip.cm-tooltip-autocomplete': { padding: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '262px',
    maxWidth: 'min(560px, 90vw)',
    fontFamily: 'var(--font)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'baseline',
    gap: '12px',
    padding: '4px 8px',
    borderRadius: '4px',
    lineHeight: '18px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-completionLabel': { fontFamily: 'var(--mono)' },
  '.cm-completionMatchedText': {
    color: 'var(--accent)',
    fontWeight: '600',
    textDecoration: 'none',
  },
  '.cm-completionDetail': {
    flex: '1',
    marginLeft: '0',
    overflow: 'hidden',
    color: 'var(--text-2)',
    fontStyle: 'normal',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-tooltip.cm-completionInfo': { width: 'max-content', maxWidth: '340px', padding: '0' },
});

/** The system removes backgrounds, so lines and shapes replace them. */
const forcedColors = EditorView.theme({
  '@media (forced-colors: active)': {
    '.cm-lint-marker::before': { backgroundColor: 'CanvasText', forcedColorAdjust: 'none' },
    '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
      outline: '2px solid Highlight',
      outlineOffset: '-2px',
    },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { outline: '2px solid Highlight' },
  },
});

// Earlier themes win.
export const appearance = [forcedColors, frame, margins, cursorAndSelection, findings, floating];
