/** Id of the note that shows the result of publishing. */
export const resultId = 'publish-result';
