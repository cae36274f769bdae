# Read by bash before a document's command (BASH_ENV). It asks the test that runs the document how to carry out each
# `npm …`: sends folder, arguments and variables to the server at NPM_RUN_PORT, and runs the bash commands it returns.
npm() {
  local test
  exec {test}<>"/dev/tcp/127.0.0.1/$NPM_RUN_PORT"
  { printf '%s\0' "$PWD" "$#" "$@" && env -0 && printf 'end\0'; } >&"$test"
  eval "$(cat <&"$test")"
}
