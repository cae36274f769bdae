import { expect } from "chai";
import { FunctionFragment, Interface } from "ethers";
import { fringeDriftersAbi } from "#chain/abi";

const abi = new Interface(fringeDriftersAbi);

describe("the interface of FringeDrifters", () => {
  it("[S3.12] is constructed from a base URI and the first signer, and nothing else", () => {
    expect(abi.deploy.format("full")).to.equal(
      "constructor(string baseURI, address startingSignerAddress)",
    );
  });

  const specified = {
    "[S7.19] offers the paid mint": [
      "function FringeMint(bytes32 hash, bytes signature, string transactionID, uint256 qty) payable",
    ],
    "[S3.13] answers a phase by its three words": [
      "function AllPhases(string PhaseName) view returns (uint64 startingPoint, uint64 endPoint, uint64 currentCount)",
    ],
    "[S3.14] takes the bounds of a phase as startPoint and endPoint": [
      "function adjustPhases(string PhaseName, uint64 startPoint, uint64 endPoint)",
    ],
    "reads its global values": [
      "function CURRENTPHASE() view returns (string)",
      "function FD_PRICE() view returns (uint256)",
      "function MAXBATCH() view returns (uint256)",
      "function isMinting() view returns (bool)",
      "function name() view returns (string)",
      "function symbol() view returns (string)",
      "function owner() view returns (address)",
      "function totalSupply() view returns (uint256 supply)",
      "function totalBalance() view returns (uint256)",
    ],
    "reads tokens and their owners": [
      "function tokenURI(uint256 tokenId) view returns (string)",
      "function ownerOf(uint256 tokenId) view returns (address owner)",
      "function balanceOf(address owner) view returns (uint256)",
      "function getApproved(uint256 tokenId) view returns (address)",
      "function isApprovedForAll(address owner, address operator) view returns (bool)",
      "function tokenByIndex(uint256 index) view returns (uint256)",
      "function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)",
      "function supportsInterface(bytes4 interfaceId) pure returns (bool)",
    ],
    "reads phase supply and used transactions": [
      "function getSupplyForPhase(string PhaseName) view returns (uint64)",
      "function usedTransactions(string transactionID) view returns (bool)",
    ],
    "[S7.20] offers the standard token writes": [
      "function approve(address to, uint256 tokenId)",
      "function setApprovalForAll(address operator, bool approved)",
      "function transferFrom(address from, address to, uint256 tokenId)",
      "function safeTransferFrom(address from, address to, uint256 tokenId)",
      "function safeTransferFrom(address from, address to, uint256 tokenId, bytes _data)",
    ],
    "offers the administration": [
      "function adjustMaxBatch(uint256 newMaxBatch)",
      "function adjustPrice(uint256 newPrice)",
      "function adjustSigner(address newSigner)",
      "function changePhase(string newPhase)",
      "function changeWithdrawer(address newWithdrawer)",
      "function gift(string phase, address[] receivers)",
      "function setBaseURI(string baseURI)",
      "function toggleMint()",
      "function transferOwnership(address newOwner)",
      "function renounceOwnership()",
      "function withdrawFunds()",
      "function withdrawERC20(address erc20Token)",
    ],
    "adds a few reads that the rules need": [
      "function signerAddress() view returns (address)",
      "function withdrawAddress() view returns (address)",
      "function MAX_SUPPLY() view returns (uint256)",
      "function HARD_BATCH_LIMIT() view returns (uint256)",
    ],
  };
  for (const [title, signatures] of Object.entries(specified)) {
    it(title, () => {
      const offered = functions().map((fragment) => fragment.format("full"));
      expect(offered).to.include.members(signatures);
    });
  }

  it("offers no function but these", () => {
    const offered = functions().map((fragment) => fragment.format("full"));
    expect(offered).to.have.members(Object.values(specified).flat());
  });

  it("[S7.19] gives FringeMint the selector that its callers know", () => {
    expect(abi.getFunction("FringeMint")?.selector).to.equal("0x91e1a095");
  });

  it("[S3.33] [S3.34] [S3.35] [S3.36] announces what the token and ownership standards ask for", () => {
    expect(events()).to.include.members([
      "event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)",
      "event ApprovalForAll(address indexed owner, address indexed operator, bool approved)",
      "event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)",
      "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
    ]);
  });

  it("[S3.37] announces nothing else but administration and renewed metadata", () => {
    const standard = ["Approval", "ApprovalForAll", "OwnershipTransferred", "Transfer"];
    const others = events().filter((event) => !standard.includes(nameOf(event)));
    expect(others).to.have.members([
      "event BatchMetadataUpdate(uint256 _fromTokenId, uint256 _toTokenId)",
      "event FundsWithdrawn(address indexed to, uint256 amount)",
      "event MaxBatchChanged(uint256 maxBatch)",
      "event MetadataUpdate(uint256 _tokenId)",
      "event MintingToggled(bool isMinting)",
      "event PhaseAdjusted(string phase, uint64 startingPoint, uint64 endPoint)",
      "event PhaseChanged(string phase)",
      "event PriceChanged(uint256 price)",
      "event SignerChanged(address indexed signer)",
      "event WithdrawAddressChanged(address indexed withdrawAddress)",
    ]);
  });
});

function functions(): FunctionFragment[] {
  return abi.fragments.filter((fragment) => FunctionFragment.isFragment(fragment));
}

function events(): string[] {
  return abi.fragments
    .filter((fragment) => fragment.type === "event")
    .map((fragment) => fragment.format("full"));
}

function nameOf(signature: string): string {
  return signature.slice("event ".length, signature.indexOf("("));
}
