import { indentOnInput, indentService, indentUnit } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';

const columns = (text: string): number => /^ */.exec(text)?.[0].length ?? 0;

/** One more level after an open bracket, one less before a closing one. */
const levels = indentService.of((context, position) => {
  const { doc } = context.state;
  const unit = context.state.facet(indentUnit).length;
  const line = doc.lineAt(position);
  const broken = context.simulatedBreak === position;
  let before = broken ? line.text.slice(0, position - line.from) : '';
  for (let number = line.number - 1; before.trim() === '' && number >= 1; number -= 1) {
    before = doc.line(number).text;
  }
  const opens = /[[{]\s*$/.test(before);
  const closes = /^\s*[\]}]/.test(context.textAfterPos(position));
  return Math.max(0, columns(before) + (opens ? unit : 0) - (closes ? unit : 0));
});

export const jsonIndentation: Extension = [
  levels,
  indentOnInput(),
  EditorState.languageData.of(() => [
    { closeBrackets: { brackets: ['{', '[', '"'] }, indentOnInput: /^\s*[\]}]$/ },
  ]),
];
