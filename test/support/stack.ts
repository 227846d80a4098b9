/**
 * Errors tell as many frames as Node gives by itself. Jest asks for a hundred, and looks each up in a source map;
 * every `expect` makes an error.
 */
Error.stackTraceLimit = 10;

export {};
