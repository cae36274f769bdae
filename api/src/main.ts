// npm run serve: the service for the chain and contract that the environment names.

const help = `Usage: npm run serve [-- OPTION]

Serves the web app, portraits, stories and the API for one chain and one contract. Environment variables, or a
file .env, configure it.

  --example  print every variable with its default and what it is, as .env.example has them
  --help     show this text`;

const [option] = process.argv.slice(2);
if (option === undefined) {
  const { serve } = await import("./serve.ts");
  await serve();
} else if (option === "--help") console.log(help);
else if (option === "--example") {
  const { environmentExample } = await import("./configuration/example.ts");
  process.stdout.write(environmentExample());
} else {
  console.error(`There is no option ${option}.\n\n${help}`);
  process.exitCode = 2;
}
