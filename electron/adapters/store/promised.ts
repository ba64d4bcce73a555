/** The same work as a promise: whoever asks for it must not depend on its being done at once. */
export const promised =
  <Input extends unknown[], Result>(work: (...input: Input) => Result) =>
  (...input: Input): Promise<Result> =>
    new Promise((resolve) => {
      resolve(work(...input));
    });
