import { expect } from "chai";
import {
  ErrorFragment,
  EventFragment,
  type Fragment,
  FunctionFragment,
  Interface,
  id,
} from "ethers";
import { collectionAbi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";

const { mintFunction, priceFunction } = collectionConfig;
const mint = `${mintFunction}(bytes32,bytes,string,uint256)`;
const selectorOf = (signature: string) => id(signature).slice(0, 10);
const abi = new Interface(collectionAbi);

/** Signatures by selector or topic. */
type Signatures = Record<string, string>;

/** Functions in the specification, by test title. */
const functions: Record<string, Signatures> = {
  "[S7.19] has the paid mint": {
    [selectorOf(mint)]:
      `function ${mintFunction}(bytes32 hash, bytes signature, string transactionID, uint256 qty) payable`,
  },
  "[S3.13] has the view that returns a phase's three values": {
    "0x2cb9cfc5":
      "function AllPhases(string PhaseName) view returns (uint64 startingPoint, uint64 endPoint, uint64 currentCount)",
  },
  "[S3.14] has adjustPhases with the parameters startPoint and endPoint": {
    "0x3c6bad97": "function adjustPhases(string PhaseName, uint64 startPoint, uint64 endPoint)",
  },
  "has the views of global values": {
    "0x40d9febc": "function CURRENTPHASE() view returns (string)",
    [selectorOf(`${priceFunction}()`)]: `function ${priceFunction}() view returns (uint256)`,
    "0x96a62d36": "function MAXBATCH() view returns (uint256)",
    "0x2a8092df": "function isMinting() view returns (bool)",
    "0x06fdde03": "function name() view returns (string)",
    "0x95d89b41": "function symbol() view returns (string)",
    "0x8da5cb5b": "function owner() view returns (address)",
    "0x18160ddd": "function totalSupply() view returns (uint256 supply)",
    "0xad7a672f": "function totalBalance() view returns (uint256)",
  },
  "has the views of tokens and their owners": {
    "0xc87b56dd": "function tokenURI(uint256 tokenId) view returns (string)",
    "0x6352211e": "function ownerOf(uint256 tokenId) view returns (address owner)",
    "0x70a08231": "function balanceOf(address owner) view returns (uint256)",
    "0x081812fc": "function getApproved(uint256 tokenId) view returns (address)",
    "0xe985e9c5": "function isApprovedForAll(address owner, address operator) view returns (bool)",
    "0x4f6ccce7": "function tokenByIndex(uint256 index) view returns (uint256)",
    "0x2f745c59":
      "function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)",
    "0x01ffc9a7": "function supportsInterface(bytes4 interfaceId) pure returns (bool)",
  },
  "has the views of phase supply and used transactions": {
    "0xdf04c26c": "function getSupplyForPhase(string PhaseName) view returns (uint64)",
    "0x1cc4ad1f": "function usedTransactions(string transactionID) view returns (bool)",
  },
  "[S7.20] has the standard functions that change tokens": {
    "0x095ea7b3": "function approve(address to, uint256 tokenId)",
    "0xa22cb465": "function setApprovalForAll(address operator, bool approved)",
    "0x23b872dd": "function transferFrom(address from, address to, uint256 tokenId)",
    "0x42842e0e": "function safeTransferFrom(address from, address to, uint256 tokenId)",
    "0xb88d4fde":
      "function safeTransferFrom(address from, address to, uint256 tokenId, bytes _data)",
  },
  "has the administration functions": {
    "0xffeac44f": "function adjustMaxBatch(uint256 newMaxBatch)",
    "0x72bf079e": "function adjustPrice(uint256 newPrice)",
    "0x39d90df1": "function adjustSigner(address newSigner)",
    "0x6f174b14": "function changePhase(string newPhase)",
    "0xa868e65b": "function changeWithdrawer(address newWithdrawer)",
    "0x55ce6b6b": "function gift(string phase, address[] receivers)",
    "0x55f804b3": "function setBaseURI(string baseURI)",
    "0xd3dd5fe0": "function toggleMint()",
    "0xf2fde38b": "function transferOwnership(address newOwner)",
    "0x715018a6": "function renounceOwnership()",
    "0x24600fc3": "function withdrawFunds()",
    "0xf4f3b200": "function withdrawERC20(address erc20Token)",
  },
};

/** Functions beyond the specification, for a rule or for marketplaces; the last one is from ERC-5267. */
const additionalFunctions: Signatures = {
  "0x5b7633d0": "function signerAddress() view returns (address)",
  "0x1581b600": "function withdrawAddress() view returns (address)",
  "0x32cb6b0c": "function MAX_SUPPLY() view returns (uint256)",
  "0x2e41a138": "function HARD_BATCH_LIMIT() view returns (uint256)",
  "0xc839fe94":
    "function tokensOfOwner(address owner, uint256 cursor, uint256 count) view returns (uint256[] tokenIds, uint256 nextCursor)",
  "0x29ee566c": "function royalty() view returns (address receiver, uint96 basisPoints)",
  "0x8f2fc60b": "function setRoyalty(address receiver, uint96 basisPoints)",
  "0x2a55205a":
    "function royaltyInfo(uint256, uint256 salePrice) view returns (address receiver, uint256 royaltyAmount)",
  "0xe8a3d485": "function contractURI() view returns (string)",
  "0x10f9a907": "function announceUpdatedMetadata(uint256 fromTokenId, uint256 toTokenId)",
  "0x84b0196e":
    "function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)",
};

const events: Signatures = {
  "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925":
    "event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)",
  "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31":
    "event ApprovalForAll(address indexed owner, address indexed operator, bool approved)",
  "0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0":
    "event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)",
  "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef":
    "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
};

/** ERC-4906 and ERC-7572 for metadata updates, and an event for each administration call without one. */
const additionalEvents: Signatures = {
  "0x6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c":
    "event BatchMetadataUpdate(uint256 _fromTokenId, uint256 _toTokenId)",
  "0xf8e1a15aba9398e019f0b49df1a4fde98ee17ae345cb5f6b5e2c27f5033e8ce7":
    "event MetadataUpdate(uint256 _tokenId)",
  "0xa5d4097edda6d87cb9329af83fb3712ef77eeb13738ffe43cc35a4ce305ad962":
    "event ContractURIUpdated()",
  "0x37523b98c1c6df523d38b204c981070f443e5d875f794f9e45c1cc8ab7b2cd4e":
    "event RoyaltyChanged(address indexed receiver, uint96 basisPoints)",
  "0xeaff4b37086828766ad3268786972c0cd24259d4c87a80f9d3963a3c3d999b0d":
    "event FundsWithdrawn(address indexed to, uint256 amount)",
  "0x06cd5a303224e691863de0c267088746b51796adbae2fbb1eeade3b92ae52b76":
    "event MaxBatchChanged(uint256 maxBatch)",
  "0x6bdfe227d5db299c59aa56d5f846f40dbd73b271aaa78e18ed74fc3e00b8aa6b":
    "event MintingToggled(bool isMinting)",
  "0x56e4d48fb7116a9712f21c775936b086594c8739d783c034073d1c2d152b5307":
    "event PhaseAdjusted(string phase, uint64 startingPoint, uint64 endPoint)",
  "0x5fbe5ac85a66e2bfe74235f2e80f36b149f28ca15e16c1fc56941fe38e05a555":
    "event PhaseChanged(string phase)",
  "0xa6dc15bdb68da224c66db4b3838d9a2b205138e8cff6774e57d0af91e196d622":
    "event PriceChanged(uint256 price)",
  "0x5719a5656c5cfdaafa148ecf366fd3b0a7fae06449ce2a46225977fb7417e29d":
    "event SignerChanged(address indexed signer)",
  "0xa940a95539999a0a99e32fb68c62c8e134e543e66028c3815d713b08460670c3":
    "event WithdrawAddressChanged(address indexed withdrawAddress)",
  "0x0a6387c9ea3628b88a633bb4f3b151770f70085117a15f9bf3787cda53f13d31":
    "event EIP712DomainChanged()",
};

/** Names of the specification's errors, all without arguments, by test title. */
const errors: Record<string, string> = {
  "[S8.14.1] 0xcfb3b942": "ApprovalCallerNotOwnerNorApproved",
  "[S8.14.2] 0xcf4700e4": "ApprovalQueryForNonexistentToken",
  "[S8.14.3] 0x943f7b8c": "ApprovalToCurrentOwner",
  "[S8.14.4] 0xb06307db": "ApproveToCaller",
  "[S8.14.5] 0x5e3c6325": "AuthenticationFailed",
  "[S8.14.6] 0x8f4eb604": "BalanceQueryForZeroAddress",
  "[S8.14.7] 0xb0ce7591": "DoesNotExist",
  "[S8.14.8] 0x8011f1fa": "ExceedsAllowedBatch",
  "[S8.14.9] 0x401c27c8": "ExceedsCurrentSupply",
  "[S8.14.10] 0x2684a079": "FailedToWithdraw",
  "[S8.14.11] 0x6df37eaf": "IndexExceedsOwnerBounds",
  "[S8.14.12] 0x2e076300": "MintToZeroAddress",
  "[S8.14.13] 0xb562e8dd": "MintZeroQuantity",
  "[S8.14.14] 0xf14a42b7": "NotEnoughEth",
  "[S8.14.15] 0x803a336f": "NotMinting",
  "[S8.14.16] 0x6f38d8b4": "NotWithdrawAddress",
  "[S8.14.17] 0xdf2d9b42": "OwnerQueryForNonexistentToken",
  "[S8.14.18] 0xcb106daa": "PastBoundsOfBatchLimit",
  "[S8.14.19] 0xfb5f8423": "PastSupply",
  "[S8.14.20] 0x59c896be": "TransferCallerNotOwnerNorApproved",
  "[S8.14.21] 0xa1148100": "TransferFromIncorrectOwner",
  "[S8.14.22] 0xd1a57ed6": "TransferToNonERC721ReceiverImplementer",
  "[S8.14.23] 0xea553b34": "TransferToZeroAddress",
};

/** Errors for rules for which the specification defines none; the first five are from OpenZeppelin. */
const additionalErrors: Signatures = {
  "0x1e4fbdf7": "error OwnableInvalidOwner(address owner)",
  "0x118cdaa7": "error OwnableUnauthorizedAccount(address account)",
  "0x6dfcc650": "error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)",
  "0xb3512b0c": "error InvalidShortString()",
  "0x305a27a9": "error StringTooLong(string str)",
  "0x4093be9c": "error PhaseBoundsReversed(uint64 startPoint, uint64 endPoint)",
  "0x21f017b8": "error PhaseEndBelowMinted(uint64 minimumEndPoint, uint64 givenEndPoint)",
  "0x9680d382": "error PhaseOverlaps(string otherPhase)",
  "0x188fee9d": "error PhaseStartMoved(uint64 currentStartPoint, uint64 givenStartPoint)",
  "0xf0c49d44": "error RefundFailed()",
  "0xf9a956c6": "error RoyaltyAboveMaximum()",
  "0x0da020bd": "error RoyaltyToZeroAddress()",
  "0xb7f7230a": "error TokenRangeReversed()",
};

describe("ABI", () => {
  it("[S3.12] declares a constructor with only a base URI and the first signer", () => {
    expect(abi.deploy.format("full")).to.equal(
      "constructor(string baseURI, address startingSignerAddress)",
    );
  });

  for (const [title, signatures] of Object.entries(functions)) {
    it(title, () => expectOffered(signatures));
  }

  it("declares additional functions", () => expectOffered(additionalFunctions));

  it("[S3.33] [S3.34] [S3.35] [S3.36] declares the events of the token and ownership standards", () => {
    expectOffered(events);
  });

  it("[S3.37] declares events for metadata updates and administration", () => {
    expectOffered(additionalEvents);
  });

  for (const [title, name] of Object.entries(errors)) {
    it(`[S8.15] declares ${title} as the error ${name}`, () =>
      expectOffered({ [title.slice(-10)]: `error ${name}()` }));
  }

  it("declares additional errors for rules that the specification leaves open", () => {
    expectOffered(additionalErrors);
  });

  it("[S3.37] declares no undocumented function, event or error", () => {
    const listed = new Set([
      ...Object.values(functions).flatMap((signatures) => Object.keys(signatures)),
      ...Object.keys(errors).map((title) => title.slice(-10)),
      ...[additionalFunctions, events, additionalEvents, additionalErrors].flatMap(Object.keys),
    ]);
    const additions = [...offered()]
      .filter(([selector]) => !listed.has(selector))
      .map(
        ([selector, signature]) =>
          `New in the interface: ${selector} ${signature}. Take it out, or list it in abi.test.ts.`,
      );
    expect(additions).to.deep.equal([]);
  });

  it("declares no fallback function, and only the mint as payable", () => {
    expect(abi.fallback).to.equal(null);
    expect(abi.receive).to.equal(false);
    const payable = abi.fragments.filter(
      (fragment) => FunctionFragment.isFragment(fragment) && fragment.payable,
    );
    expect(payable.map((fragment) => fragment.format())).to.deep.equal([mint]);
  });

  const standards = {
    "ERC-165": ["0x01ffc9a7", ["supportsInterface"]],
    "ERC-721": [
      "0x80ac58cd",
      [
        "balanceOf",
        "ownerOf",
        "approve",
        "getApproved",
        "setApprovalForAll",
        "isApprovedForAll",
        "transferFrom",
        "safeTransferFrom(address,address,uint256)",
        "safeTransferFrom(address,address,uint256,bytes)",
      ],
    ],
    "ERC-721 Metadata": ["0x5b5e139f", ["name", "symbol", "tokenURI"]],
    "ERC-721 Enumerable": ["0x780e9d63", ["totalSupply", "tokenByIndex", "tokenOfOwnerByIndex"]],
    "ERC-2981": ["0x2a55205a", ["royaltyInfo"]],
  } as const;
  for (const [standard, [interfaceId, names]] of Object.entries(standards)) {
    it(`[S3.30] declares every function that the interface ID of ${standard} covers`, () => {
      const selectors = names.map((name) => Number(abi.getFunction(name)?.selector));
      const combined = selectors.reduce((id, selector) => (id ^ selector) >>> 0, 0);
      expect(`0x${combined.toString(16).padStart(8, "0")}`).to.equal(interfaceId);
    });
  }
});

/** Expects each entry in the interface with the same names, types, mutability and indexed parameters. */
function expectOffered(signatures: Signatures): void {
  const current = offered();
  const drift = Object.entries(signatures)
    .filter(([selector, signature]) => current.get(selector) !== signature)
    .map(([selector, signature]) => {
      const now = current.get(selector);
      const what = now === undefined ? `${selector} is gone` : `${selector} is now "${now}"`;
      return `${what}, but should be "${signature}".`;
    });
  expect(drift).to.deep.equal([]);
}

/** All entries of the interface, by selector or topic. */
function offered(): Map<string, string> {
  return new Map(
    abi.fragments
      .filter((fragment) => fragment.type !== "constructor")
      .map((fragment) => [identityOf(fragment), fragment.format("full")]),
  );
}

function identityOf(fragment: Fragment): string {
  if (EventFragment.isFragment(fragment)) return fragment.topicHash;
  if (FunctionFragment.isFragment(fragment)) return fragment.selector;
  if (ErrorFragment.isFragment(fragment)) return fragment.selector;
  return fragment.type;
}
